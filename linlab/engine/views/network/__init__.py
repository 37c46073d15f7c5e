"""The model as a network: inputs, weights, sum, activation. Imports train, picture and the kit of
views."""

"""The data card: the gallery of data sets, the controls of the source, and of what every data set
allows. Imports controls and session."""

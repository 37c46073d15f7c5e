"""Tests of the glossary."""

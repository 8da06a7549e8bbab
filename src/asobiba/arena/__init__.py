"""Agents against agents."""

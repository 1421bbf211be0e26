"""Contracts of data products: Fluid, and what OSI, ODCS and DCS need of one. Seeds 000 and 001."""

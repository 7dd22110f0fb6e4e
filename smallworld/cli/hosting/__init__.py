"""Commands for those who host a server for others."""

"""A server of many processes: word among them by NATS, thinking on any machine."""

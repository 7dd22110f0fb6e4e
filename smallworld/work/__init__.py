"""Work in pieces: in processes of this machine, or on the machines of a cluster."""

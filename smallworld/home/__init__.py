"""What every home of tables needs, a server or a browser: requests, answers, lessons, thinking."""

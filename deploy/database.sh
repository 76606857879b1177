#!/bin/sh
# Run once by the image of PostgreSQL, when its volume is still empty.
set -eu
psql -v ON_ERROR_STOP=1 -v password="'$(printf %s "$TSELA_PASSWORD" | sed "s/'/''/g")'" -U postgres -f /etc/tsela/roles.sql

#!/bin/sh
# Starts the one PostgreSQL of deploy/compose.yaml, and makes its files at the first start. Works in the image of the
# project PostgreSQL and in a Debian with its package. PGDATA says where the files are.
set -eu
PATH="$(ls -d /usr/lib/postgresql/*/bin | sort -V | tail -n 1):$PATH"
secrets=/run/secrets

if [ ! -s "$PGDATA/PG_VERSION" ]; then
  # Made beside, and moved when it is whole: a first start that was cut off begins anew.
  new="$PGDATA.new"
  rm -rf "$new"
  # Text sorts alike on every machine, damaged pages are noticed, and nobody logs in without a password.
  initdb --username=wallet_owner --pwfile="$secrets/database-password-owner" --auth=scram-sha-256 --data-checksums \
    --encoding=UTF8 --locale=C --locale-provider=builtin --builtin-locale=C.UTF-8 --pgdata="$new"
  # From other machines through TLS alone.
  printf 'local all all scram-sha-256\nhostssl all all all scram-sha-256\n' > "$new/pg_hba.conf"
  echo 'CREATE DATABASE wallet' | postgres --single -D "$new" postgres > /dev/null
  sync
  mv -T "$new" "$PGDATA"
fi

exec postgres -D "$PGDATA" -c listen_addresses='*' -c unix_socket_directories=/run/postgresql \
  -c ssl=on -c ssl_cert_file=/etc/wallet/database.pem -c ssl_key_file="$secrets/database-tls-key" \
  -c ssl_min_protocol_version=TLSv1.3 -c password_encryption=scram-sha-256 -c max_connections=120 \
  -c timezone=UTC -c log_timezone=UTC

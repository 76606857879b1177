-- The roles of an installation. Run as a superuser, in any database of the cluster; what is there already stays, so that it can
-- be run again for a database that was lost:
--   psql -v password="'...'" -f deploy/roles.sql
-- The server logs in as `tsela`, which owns its database and nothing else: no superuser, makes no roles and no databases, and
-- is bound by row-level security. Each request's transaction runs as `tsela_app`, which owns nothing; tidying runs as
-- `tsela_keeper`, which sees only what is over.
SELECT format('CREATE ROLE %I', name) FROM unnest(ARRAY['tsela', 'tsela_app', 'tsela_keeper']) AS name
WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = name) \gexec
ALTER ROLE tsela LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS PASSWORD :password;
ALTER ROLE tsela_app NOLOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS;
ALTER ROLE tsela_keeper NOLOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS;
GRANT tsela_app, tsela_keeper TO tsela;
SELECT 'CREATE DATABASE tsela OWNER tsela ENCODING ''UTF8'' TEMPLATE template0' WHERE NOT EXISTS (SELECT FROM pg_database WHERE datname = 'tsela') \gexec
REVOKE CONNECT, TEMPORARY ON DATABASE tsela FROM PUBLIC;

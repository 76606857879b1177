-- The roles of an installation. Run once, as a superuser, in any database of the cluster:
--   psql -v password="'...'" -f deploy/roles.sql
-- The server logs in as `tsela`, which owns its database and nothing else: no superuser, makes no roles and no databases, and
-- is bound by row-level security. Each request's transaction runs as `tsela_app`, which owns nothing; tidying runs as
-- `tsela_keeper`, which sees only what is over.
CREATE ROLE tsela LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS PASSWORD :password;
CREATE ROLE tsela_app NOLOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS;
CREATE ROLE tsela_keeper NOLOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS;
GRANT tsela_app, tsela_keeper TO tsela;
CREATE DATABASE tsela OWNER tsela ENCODING 'UTF8' TEMPLATE template0;
REVOKE CONNECT, TEMPORARY ON DATABASE tsela FROM PUBLIC;

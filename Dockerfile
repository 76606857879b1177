# The image of a server: made in one stage, run in another that holds nothing to build with. docs/deploy.md says how it is used.
FROM node:20.20-bookworm-slim AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc index.html vite.config.ts tsconfig.json tsconfig.base.json tsconfig.node.json tsconfig.tests.json tsconfig.web.json THIRD-PARTY-NOTICES.md ./
COPY public ./public
COPY scripts ./scripts
COPY schemas ./schemas
COPY content ./content
COPY docs/deploy.md ./docs/
COPY deploy ./deploy
COPY src ./src
RUN node scripts/package.mjs /opt/tsela

FROM node:20.20-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4310 DATA_DIR=/data
WORKDIR /opt/tsela
# Files belong to root: whoever takes over the server cannot change what it runs.
COPY --from=build /opt/tsela ./
# Only the embedded database writes to it; with PostgreSQL the whole file system may be read-only.
RUN install -d -o node -g node -m 0700 /data
USER node
EXPOSE 4310
# Alive, not ready: a server without its database is not helped by being started anew.
HEALTHCHECK --interval=15s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/api/health').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# SIGTERM drains: whoever is being answered is answered, within 15 seconds.
STOPSIGNAL SIGTERM
CMD ["node", "dist/server/main.js"]

# The shop for production: PostgreSQL by DATABASE_URL, no development tools, no embedded server.
#   docker build -t loam . && docker run --read-only --tmpfs /tmp -v loam-data:/data --env-file .env -p 3000:3000 loam
ARG NODE=26.10.0

FROM node:${NODE}-trixie-slim AS pages
WORKDIR /shop
COPY package.json package-lock.json .npmrc ./
# The image has its own Node.js; the copy that npm would install is 146 MB.
RUN npm ci --ignore-scripts && rm -rf node_modules/node node_modules/.bin/node
COPY react-router.config.ts vite.config.ts vite.program.config.ts tsconfig.json ./
COPY src src
COPY db db
COPY content content
COPY public public
COPY sandbox-base sandbox-base
COPY sandbox-carrier sandbox-carrier
COPY sandbox-processor sandbox-processor
RUN node src/app/entry/build.ts

FROM node:${NODE}-trixie-slim AS packages
WORKDIR /shop
COPY package.json package-lock.json .npmrc ./
# Without the embedded server and Node.js.
RUN npm pkg delete optionalDependencies dependencies.node allowScripts scripts.postinstall \
  && npm install --omit=dev --ignore-scripts
COPY package.json ./
COPY ops/install ops/install
RUN node ops/install/trim.ts

FROM node:${NODE}-trixie-slim AS root
RUN apt-get update && apt-get install --yes --no-install-recommends binutils
COPY ops/image ops/image
COPY --from=packages /shop/node_modules /shop/node_modules
RUN ops/image/make-root.sh /image /shop/node_modules && mkdir /data

FROM scratch
ENV PATH=/usr/local/bin NODE_ENV=production MALLOC_ARENA_MAX=2 HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /shop
COPY --from=root /image /
COPY --from=root --chown=1000:1000 /data /data
COPY --from=packages /shop/node_modules node_modules
# The lock and the configurations are part of what the build is compared with at the start.
COPY --from=pages /shop/package.json /shop/package-lock.json /shop/react-router.config.ts /shop/vite.config.ts /shop/vite.program.config.ts /shop/tsconfig.json ./
COPY --from=pages /shop/src src
COPY --from=pages /shop/db db
COPY --from=pages /shop/content content
COPY --from=pages /shop/public public
COPY --from=pages /shop/sandbox-base sandbox-base
COPY --from=pages /shop/sandbox-carrier sandbox-carrier
COPY --from=pages /shop/sandbox-processor sandbox-processor
COPY --from=pages /shop/build build
# By its number, which says that it is not root.
USER 1000:1000
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["node", "--eval", "fetch('http://127.0.0.1:3000/readyz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--expose-gc", "--max-semi-space-size=8", "src/app/entry/start.ts"]

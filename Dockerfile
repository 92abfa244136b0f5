# Node 24.18.0, by digest: what was tested is what is built.
ARG BASE=node:24-bookworm-slim@sha256:6f7b03f7c2c8e2e784dcf9295400527b9b1270fd37b7e9a7285cf83b6951452d

# ---- Manifests: so that the layer with the packages is kept until one of these changes ------------------------------
FROM ${BASE} AS manifests
WORKDIR /all
COPY . .
RUN mkdir /manifests && find . -name 'package*.json' -exec cp --parents '{}' /manifests ';'

# ---- Build: everything installed, everything compiled, then only what runs is kept ----------------------------------
FROM ${BASE} AS build
# For native modules where no prebuilt binary can be had; the node image brings its own headers.
RUN apt-get update \
  && apt-get install -y --no-install-recommends python3 make g++ \
  && rm -rf /var/lib/apt/lists/*
ENV npm_config_nodedir=/usr/local
WORKDIR /app

COPY --from=manifests /manifests ./
# Install scripts run for the one package that has a native module to compile, and for no other.
RUN npm ci --ignore-scripts --no-audit --no-fund --include-workspace-root \
    --workspace config --workspace core/plugin-api --workspace core/plugin-kit --workspace core --workspace plugins \
  && npm rebuild better-sqlite3

COPY . .
RUN node scripts/prepare.mjs --app --no-install \
  && npm prune --omit=dev --ignore-scripts --no-audit --no-fund --include-workspace-root \
    --workspace config --workspace core/plugin-api --workspace core/plugin-kit --workspace core --workspace plugins

# What a build or an editor needs and a server never reads. Licences stay, and so do the template and the contract's
# types, which `plugins new` hands out.
RUN rm -rf .stamp test node_modules/@paylink/test node_modules/.package-lock.json \
    node_modules/typescript node_modules/@types core/node_modules/@types \
    node_modules/better-sqlite3/deps node_modules/better-sqlite3/src \
    node_modules/better-sqlite3-napi/deps node_modules/better-sqlite3-napi/src \
    node_modules/pdf-lib/dist node_modules/pdf-lib/es node_modules/pdf-lib/src node_modules/pdf-lib/ts3.4 \
    node_modules/@pdf-lib/fontkit/es node_modules/@pdf-lib/fontkit/lib node_modules/dejavu-fonts-ttf/status.txt \
  && find node_modules -path '*/better-sqlite3-napi/prebuilds/*' -not -name 'linux*' -delete \
  && find node_modules/@pdf-lib/fontkit/dist -type f -not -name 'fontkit.umd.js' -delete \
  && find node_modules/dejavu-fonts-ttf/ttf -type f -not -name 'DejaVuSansCondensed.ttf' \
    -not -name 'DejaVuSansCondensed-Bold.ttf' -delete \
  && node scripts/sbom.mjs --installed >sbom.cdx.json \
  && node scripts/sbom.mjs --installed --licences >LICENSES.txt \
  && find scripts -type f -not -name 'prepare*' -delete \
  && find . -name '*.tsbuildinfo' -delete \
  && find . -name 'tsconfig*.json' -not -path '*/node_modules/*' -delete \
  && find config core plugins -type d -name src -not -path '*/node_modules/*' -not -path 'core/plugin-template/*' \
    -prune -exec rm -rf '{}' + \
  && find . -type f '(' -name '*.map' -o -name '*.ts' -o -name '*.cts' -o -name '*.mts' -o -name '*.flow' ')' \
    -not -path './core/plugin-api/*.d.ts' -not -path './core/plugin-kit/dist/*.d.ts' -delete \
  && find node_modules/better-sqlite3/build -type f -not -name 'better_sqlite3.node' -delete \
  && find . -type d -empty -delete \
  && chmod -R a+rX . \
  && touch .paylink-image

# ---- Run ------------------------------------------------------------------------------------------------------------
FROM ${BASE}
ARG VERSION=0.1.0
LABEL org.opencontainers.image.title="PayLink" \
      org.opencontainers.image.description="Self-hosted payment links: fixed amount, hosted page, card or cash checkout, one container." \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.licenses="MIT"
# For SQLite's temporary files, such as those of an index that a backup builds: with a read-only root, only /tmp would be
# left, which is memory.
ENV NODE_ENV=production \
    PAYLINK_HOST=0.0.0.0 \
    PAYLINK_DATA_DIR=/data \
    SQLITE_TMPDIR=/data
WORKDIR /app
RUN install -d -o node -g node -m 0700 /data
COPY --from=build /app ./
USER node
VOLUME /data
EXPOSE 8080
# Whether the process lives, not whether it is ready: what restarts an unhealthy container would kill a long migration.
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PAYLINK_HEALTH_PORT || process.env.PAYLINK_PORT || 8080}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# Node takes the place of the launcher's process and handles SIGTERM, so `docker stop` drains without `--init` too.
ENTRYPOINT ["/app/bin/paylink"]
CMD ["up"]

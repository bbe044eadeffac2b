// Scripts and styles of the pages: bundled once when first asked for, named by what they are made of, kept by browsers for ever.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, gzip, constants as zlib } from 'node:zlib'

const folder = fileURLToPath(new URL('./', import.meta.url))

export interface Asset {
  readonly type: string
  readonly bytes: Record<'identity' | 'br' | 'gzip', Buffer>
}

export interface Assets {
  /** Where this very version of all files lies. */
  readonly path: string
  /** Undefined for a name that no page loads. */
  get(version: string, file: string): Promise<Asset | undefined>
  /** Bundles before anybody asks, so that the first visitor does not wait for it. */
  prepare(): Promise<void>
}

export function createAssets(): Assets {
  const version = hashSources()
  let built: Promise<ReadonlyMap<string, Asset>> | null = null
  const all = () => {
    built ??= buildAssets()
    built.catch(() => {
      built = null
    })
    return built
  }
  return {
    path: `/assets/${version}`,
    get: async (asked, file) => (asked === version ? (await all()).get(file) : undefined),
    async prepare() {
      await all()
    },
  }
}

function hashSources(): string {
  const hash = createHash('sha256')
  const sources = ['client', 'view', 'style'].flatMap((room) => readdirSync(folder + room).map((file) => `${room}/${file}`))
  for (const file of sources.sort())
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(folder + file))
      .update('\0')
  return hash.digest('base64url').slice(0, 12).replaceAll('-', 'a')
}

const pack = { br: promisify(brotliCompress), gzip: promisify(gzip) }

async function buildAssets(): Promise<ReadonlyMap<string, Asset>> {
  const { build, stop } = await import('esbuild')
  try {
    const { outputFiles } = await build({
      absWorkingDir: folder,
      entryPoints: { main: 'client/main.ts', style: 'style/index.css' },
      bundle: true,
      minify: true,
      splitting: true,
      format: 'esm',
      target: 'es2022',
      legalComments: 'none',
      write: false,
      outdir: '/',
      logLevel: 'silent',
    })
    const assets = outputFiles.map(async ({ path, contents }) => {
      const bytes = Buffer.from(contents)
      const [br, gz] = await Promise.all([
        pack.br(bytes, { params: { [zlib.BROTLI_PARAM_QUALITY]: 9, [zlib.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
        pack.gzip(bytes),
      ])
      const type = path.endsWith('.css') ? 'text/css; charset=utf-8' : 'text/javascript; charset=utf-8'
      return [path.replace(/^[\\/]/, ''), { type, bytes: { identity: bytes, br, gzip: gz } }] as const
    })
    return new Map(await Promise.all(assets))
  } finally {
    // Its process has nothing more to do.
    await stop()
  }
}

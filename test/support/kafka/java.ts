// What a broker's Java reads, made once for the machine and kept in a cache folder: Kafka's jars, their classes as Java keeps them, a formatted store.
import { spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const pom = fileURLToPath(new URL('./pom.xml', import.meta.url))
// Such a process lives for a minute: it is not worth compiling well, nor many threads.
const shortLived = ['-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1']
const cacheFolder = () => join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'tollgate')
const hashOf = (text: string | Buffer) => createHash('sha256').update(text).digest('hex').slice(0, 12)

export interface KafkaClasses {
  /** Before the main class. */
  readonly flags: readonly string[]
  /** Whether a process that ends in good order leaves its classes for those after it. */
  readonly areKept: boolean
  /** Once it has ended. */
  keep(): void
}

export function copyJars(): string {
  const cache = join(cacheFolder(), `kafka-${hashOf(readFileSync(pom))}`)
  if (existsSync(cache)) return cache
  const java = spawnSync('java', ['-version'], { encoding: 'utf8' })
  const major = Number(/version "(\d+)/.exec(java.stderr ?? '')?.[1] ?? 0)
  if (major < 17) throw new Error('no KAFKA_BROKERS, no Docker image, and no Java 17 or newer')
  const fresh = `${cache}.${process.pid}`
  mkdirSync(fresh, { recursive: true })
  const maven = spawnSync('mvn', ['-q', '-B', '-f', pom, 'dependency:copy-dependencies', `-DoutputDirectory=${fresh}`], {
    encoding: 'utf8',
  })
  if (maven.status !== 0)
    throw new Error(`no KAFKA_BROKERS, no Docker image, and Maven could not bring Kafka: ${maven.error?.message ?? maven.stdout}`)
  renameSync(fresh, cache)
  return cache
}

/** Four tenths of a broker's start are classes that are read, checked and linked; Java takes up what an earlier run has left of that. */
export function classesOf(jars: string): KafkaClasses {
  const usual = [...shortLived, '-cp', join(jars, '*')]
  const kept = `${jars}.jsa`
  if (existsSync(kept)) return { flags: [`-XX:SharedArchiveFile=${kept}`, ...usual], areKept: false, keep: () => undefined }
  const fresh = `${kept}.${randomBytes(4).toString('hex')}`
  return {
    flags: [`-XX:ArchiveClassesAtExit=${fresh}`, ...usual],
    areKept: true,
    keep() {
      if (existsSync(fresh)) renameSync(fresh, kept)
    },
  }
}

/** `alike`: what the store depends on. Where it is left out, or new, Kafka's own tool formats it. */
export function formatStore(o: {
  readonly jars: string
  readonly settings: string
  readonly store: string
  readonly alike?: string
  readonly words?: readonly string[]
}): void {
  const kept = o.alike === undefined ? null : `${o.jars}.store-${hashOf(o.alike)}`
  if (kept !== null && existsSync(kept)) {
    cpSync(kept, o.store, { recursive: true })
    return
  }
  const id = randomBytes(16).toString('base64url')
  const tool = ['kafka.tools.StorageTool', 'format', `--cluster-id=${id}`, '-c', o.settings, ...(o.words ?? [])]
  const format = spawnSync('java', [...shortLived, '-cp', join(o.jars, '*'), ...tool], { encoding: 'utf8' })
  if (format.status !== 0) throw new Error(`Kafka's storage could not be formatted: ${format.stderr || format.stdout}`)
  if (kept === null) return
  const fresh = `${kept}.${randomBytes(4).toString('hex')}`
  cpSync(o.store, fresh, { recursive: true })
  try {
    renameSync(fresh, kept)
  } catch (error) {
    // Another was first.
    if (!existsSync(kept)) throw error
    rmSync(fresh, { recursive: true })
  }
}

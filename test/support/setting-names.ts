// The name of every setting there is, found by asking: whatever loadConfig looks up, and what a source needs.
import { loadConfig } from '../../app/config/index.ts'
import { namedByFile } from '../../app/config/secrets.ts'
import { discoverIngestors } from '../../ingestors/index.ts'

/** Names of a NAME_FILE are left out: every secret has one. */
export async function settingNames(): Promise<string[]> {
  const names = new Set<string>()
  const recording = new Proxy<Record<string, string | undefined>>({}, { get: (_target, name) => void names.add(String(name)) })
  loadConfig(recording)
  for (const ingestor of await discoverIngestors())
    for (const name of [...(ingestor.needs ?? []), ...(ingestor.uses ?? [])]) names.add(name)
  return [...names].filter((name) => namedByFile(name) === null).sort()
}

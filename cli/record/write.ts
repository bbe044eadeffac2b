// Writes exchanges down as the recorded world reads them: a line each in recordings.tsv, a file for each body.
import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { columns, toLine } from '../../ingestors/recorded/tsv.ts'
import type { Exchange } from './capture.ts'

/** No value of `secrets` is written: where one stood in a URL or in what was posted there is a star. */
export function writeExchanges(folder: string, source: string, exchanges: readonly Exchange[], secrets: readonly string[]): void {
  mkdirSync(join(folder, source), { recursive: true })
  const list = join(folder, 'recordings.tsv')
  if (!existsSync(list)) writeFileSync(list, `${columns.join('\t')}\n`)
  for (const { method, url, sent, status, headers, body, at } of exchanges) {
    // The same answer twice is one file, and another run never writes over it.
    const file = `${source}/${createHash('sha256').update(body).digest('hex').slice(0, 16)}.body`
    writeFileSync(join(folder, file), body)
    const cells = {
      method,
      url: url.href,
      status: String(status),
      headers: JSON.stringify(headers),
      file,
      when: at.toISOString(),
    }
    appendFileSync(list, `${withoutSecrets(toLine({ ...cells, sent: sent ?? '' }), secrets)}\n`)
  }
}

function withoutSecrets(line: string, secrets: readonly string[]): string {
  return secrets
    .flatMap((secret) => [secret, encodeURIComponent(secret)])
    .filter((secret) => secret !== '')
    .reduce((text, secret) => text.replaceAll(secret, '*'), line)
}

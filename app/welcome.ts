// What a person at a terminal reads once the program answers: where to look, and what to type next.
import type { Config } from './config/index.ts'

export function welcome({ url, world }: { url: string; world: Config['world'] }): string {
  const lines: (readonly [string, string])[] = [
    [url, 'the gateway; in a browser, its page'],
    [`${url}/catalog.json`, 'what is for sale, with prices'],
    [`${url}/health`, 'each part and source; the first history is read in within a minute'],
  ]
  if (world !== 'live')
    lines.push(
      [`npm run pay -- ${url}/api/rates/rates`, 'in another terminal: pays for an answer on the demo chain'],
      [`npm run smoke -- ${url}`, 'pays for every route once'],
    )
  lines.push(['Ctrl-C', 'stops it; what was read is kept'])
  const width = Math.max(...lines.map(([typed]) => typed.length))
  return [
    `Tollgate answers at ${url} (${world} world)`,
    ...lines.map(([typed, says]) => `  ${typed.padEnd(width)}   ${says}`),
  ].join('\n')
}

// What the PDF benchmark asks of an engine: Markdown for each file, and how long that took.
export type EngineRun = { markdown: Map<string, string>; secondsPerPage: number }

export interface Engine {
  readonly name: string
  run(files: readonly { id: string; path: string }[]): Promise<EngineRun>
}

export async function oneByOne(
  files: readonly { id: string; path: string }[],
  convert: (path: string) => Promise<string>,
): Promise<EngineRun> {
  const markdown = new Map<string, string>()
  if (files[0]) await convert(files[0].path) // loading the library is not a page's cost
  const started = performance.now()
  for (const { id, path } of files) markdown.set(id, await convert(path))
  return { markdown, secondsPerPage: (performance.now() - started) / 1000 / Math.max(1, files.length) }
}

// Ways in which an upstream's body goes wrong while its transport stays right, each with a name.
export interface Corruption {
  readonly name: string
  readonly body: string
}

/** A header that has no number in it is a column whose cells may go missing or turn to words one at a time. */
export function corruptions(type: string, body: string): Corruption[] {
  return type.includes('json') ? corruptJson(body) : type.includes('csv') ? corruptCsv(body) : []
}

function corruptCsv(body: string): Corruption[] {
  const [header = '', ...rows] = body.split('\n')
  const columns = header.split(',')
  const withHeader = (at: number) => columns.map((name, i) => (i === at ? '"Renamed"' : name)).join(',')
  const withCells = (at: number, cell: string) =>
    rows.map((row) =>
      row
        .split(',')
        .map((text, i) => (i === at && text !== '' ? cell : text))
        .join(','),
    ) // samples quote no cell
  return columns.flatMap((name, at) => [
    { name: `column ${name} renamed`, body: [withHeader(at), ...rows].join('\n') },
    { name: `column ${name} made of words`, body: [header, ...withCells(at, 'oops')].join('\n') },
    { name: `column ${name} with decimal commas`, body: [header, ...withCells(at, '"4,13"')].join('\n') },
  ])
}

function corruptJson(body: string): Corruption[] {
  return pathsOf(JSON.parse(body)).flatMap((path) => [
    { name: `${path.join('.')} gone`, body: change(body, path, undefined) },
    { name: `${path.join('.')} a word`, body: change(body, path, 'oops') },
    { name: `${path.join('.')} null`, body: change(body, path, null) },
    { name: `${path.join('.')} a list`, body: change(body, path, [1]) },
  ])
}

type Path = readonly (string | number)[]

// Lists within lists repeat each other's shape: a few of each tell as much as all.
function pathsOf(value: unknown, at: Path = [], most = 8): Path[] {
  const here = at.length === 0 ? [] : [at]
  if (Array.isArray(value)) return [...here, ...value.slice(0, most).flatMap((inner, i) => pathsOf(inner, [...at, i], 2))]
  if (typeof value !== 'object' || value === null) return here
  return [...here, ...Object.entries(value).flatMap(([member, inner]) => pathsOf(inner, [...at, member], most))]
}

function change(body: string, path: Path, to: unknown): string {
  const root = JSON.parse(body)
  const holder = path.slice(0, -1).reduce((inner, member) => inner[member], root)
  const last = path.at(-1)!
  if (to === undefined && Array.isArray(holder)) holder.splice(Number(last), 1)
  else holder[last] = to
  return JSON.stringify(root)
}

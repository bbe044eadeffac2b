// The names a new service's files and values go by, all from its label.
export interface ServiceNames {
  readonly label: string
  readonly path: string
  readonly price: string
  /** The source's folder. */
  readonly source: string
  /** The topic's name in code. */
  readonly topic: string
  readonly title: string
  /** The formula's function. */
  readonly compute: string
  /** The family's name in code. */
  readonly family: string
}

/** `source`: the folder, where it is not named after a service. */
export function nameService(
  label: string,
  path: string,
  price: string,
  source = `${label.replaceAll('_', '-')}-figures`,
): ServiceNames {
  const words = label.split('_')
  const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
  const camel = words[0]! + words.slice(1).map(capital).join('')
  return {
    label,
    path,
    price,
    source,
    topic: `${camel}Figures`,
    title: words.map(capital).join(' '),
    compute: `compute${words.map(capital).join('')}`,
    family: words.map(capital).join(''),
  }
}

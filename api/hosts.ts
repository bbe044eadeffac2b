// Host {label}.<domain> and path /api/{label} are the same place: the first is rewritten into the second before routing.
export function createHostRewrite(
  domain: string,
  labels: ReadonlySet<string>,
): (host: string | undefined, url: string) => string {
  return (host, url) => {
    const label = labelOf(host, domain)
    return label !== null && labels.has(label) ? `/api/${label}${url}` : url
  }
}

export function labelOf(host: string | undefined, domain: string): string | null {
  const name = (host ?? '').toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '')
  return name.endsWith(`.${domain}`) ? name.slice(0, -domain.length - 1) : null
}

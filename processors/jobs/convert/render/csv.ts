// Writes rows as CSV (RFC 4180).
export const csv = (rows: readonly (readonly string[])[]) => `${rows.map((r) => r.map(field).join(',')).join('\r\n')}\r\n`

const field = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text)

// BOEM's lease tape: fixed widths in the order of its field definitions, the parts that nobody needs named too so that the places hold.
const widths: readonly (readonly [string, number])[] = [
  ['number', 7],
  ['', 8],
  ['serial_type', 1],
  ['sale', 7],
  ['', 4],
  ['expected_expiration', 8],
  ['county', 5],
  ['tract', 10],
  ['effective', 8],
  ['term', 2],
  ['expiration', 8],
  ['bid_code', 5],
  ['royalty_rate', 10],
  ['', 3],
  ['initial_area', 14],
  ['current_area', 14],
  ['rent_per_unit', 8],
  ['bid_amount', 13],
  ['bid_per_unit', 13],
  ['', 1],
  ['low_depth', 5],
  ['max_depth', 5],
  ['measure_flag', 1],
  ['planning_code', 3],
  ['', 2],
  ['district_code', 2],
  ['', 3],
  ['status', 6],
  ['status_effective', 8],
  ['suspension_expiration', 8],
  ['suspension_type', 1],
  ['well_name', 6],
  ['well_type', 1],
  ['qualifying', 8],
  ['discovery_type', 3],
  ['field_discovery', 1],
  ['distance_to_shore', 3],
  ['', 1],
  ['platforms', 3],
  ['platform_approval', 8],
  ['first_platform', 8],
  ['section', 2],
  ['postal_state', 4],
  ['lease_area', 12],
  ['protraction', 7],
  ['', 8],
  ['suspension_effective', 8],
  ['first_production', 8],
  ['', 4],
  ['area_code', 2],
  ['', 2],
  ['block', 6],
  ['', 2],
]

let end = 0
export const tapeFields = widths.map(([name, width]) => {
  const from = end
  end += width
  return { name, from, to: end }
})

/** Up to the block's number; what is behind it may be cut. */
export const tapeWidth = tapeFields.find(({ name }) => name === 'block')!.from + 1

export const readTapeLine = (line: string): Readonly<Record<string, string>> =>
  Object.fromEntries(tapeFields.flatMap(({ name, from, to }) => (name === '' ? [] : [[name, line.slice(from, to).trim()]])))

// What each region is called, who runs it and by which clock: the large operators of America and Europe's bidding zones.

interface Place {
  readonly name: string
  readonly operator: string
  readonly timeZone: string
}

const eastern = 'America/New_York'
const central = 'America/Chicago'
const place = (name: string, operator: string, timeZone: string): Place => ({ name, operator, timeZone })
const norway = (name: string) => place(name, 'Statnett', 'Europe/Oslo')
const sweden = (name: string) => place(name, 'Svenska kraftnät', 'Europe/Stockholm')

const places: Readonly<Record<string, Place>> = {
  CAISO: place('California', 'California ISO', 'America/Los_Angeles'),
  ERCOT: place('Texas', 'Electric Reliability Council of Texas', central),
  ISONE: place('New England', 'ISO New England', eastern),
  MISO: place('Midwest and South', 'Midcontinent ISO', 'Etc/GMT+5'),
  NYISO: place('New York', 'New York ISO', eastern),
  PJM: place('Mid-Atlantic', 'PJM Interconnection', eastern),
  SPP: place('Great Plains', 'Southwest Power Pool', central),
  AT: place('Austria', 'Austrian Power Grid', 'Europe/Vienna'),
  BE: place('Belgium', 'Elia', 'Europe/Brussels'),
  CH: place('Switzerland', 'Swissgrid', 'Europe/Zurich'),
  CZ: place('Czechia', 'ČEPS', 'Europe/Prague'),
  'DE-LU': place('Germany and Luxembourg', '50Hertz, Amprion, TenneT, TransnetBW, Creos', 'Europe/Berlin'),
  DK1: place('Western Denmark', 'Energinet', 'Europe/Copenhagen'),
  DK2: place('Eastern Denmark', 'Energinet', 'Europe/Copenhagen'),
  ES: place('Spain', 'Red Eléctrica', 'Europe/Madrid'),
  FI: place('Finland', 'Fingrid', 'Europe/Helsinki'),
  FR: place('France', 'RTE', 'Europe/Paris'),
  HU: place('Hungary', 'MAVIR', 'Europe/Budapest'),
  'IT-NORTH': place('Northern Italy', 'Terna', 'Europe/Rome'),
  NL: place('Netherlands', 'TenneT', 'Europe/Amsterdam'),
  NO1: norway('Eastern Norway'),
  NO2: norway('Southern Norway'),
  NO3: norway('Central Norway'),
  NO4: norway('Northern Norway'),
  NO5: norway('Western Norway'),
  PL: place('Poland', 'PSE', 'Europe/Warsaw'),
  PT: place('Portugal', 'REN', 'Europe/Lisbon'),
  SE1: sweden('Northern Sweden'),
  SE2: sweden('Upper central Sweden'),
  SE3: sweden('Lower central Sweden'),
  SE4: sweden('Southern Sweden'),
  SI: place('Slovenia', 'ELES', 'Europe/Ljubljana'),
}

/** Of a balancing authority that is not listed only its code is known. */
export function describePlace(code: string, at: Date): { name: string; operator: string | null; local_time: string | null } {
  const known = places[code]
  if (known === undefined) return { name: code, operator: null, local_time: null }
  const clock = new Intl.DateTimeFormat('sv-SE', { timeZone: known.timeZone, dateStyle: 'short', timeStyle: 'short' })
  return { name: known.name, operator: known.operator, local_time: clock.format(at) }
}

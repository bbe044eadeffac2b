// What happens in the sample's made-up world: story lines by theme, each with places, names and figures to tell it anew.
export interface StoryLine {
  readonly lang?: string
  /** How much more often it is told than another. */
  readonly weight: number
  readonly title: string
  readonly desc: string
}

export const slots: Readonly<Record<string, readonly string[]>> = {
  place: ['Quext', 'Port Sample', 'Zampana', 'Mirela', 'Northmark', 'the Gulf of Quext', 'Lower Zampana', 'Eastharbor'],
  country: ['Quextria', 'Zampania', 'Mirelia', 'Northmark', 'Samplonia'],
  bank: ['the Fed', 'the central bank of Quextria', 'the Bank of Samplonia', 'the Mirelian central bank'],
  firm: ['Nvidia', 'Apple', 'Tesla', 'Acme Grid', 'Quextron', 'Mirela Motors', 'Sampleworks'],
  who: ['officials', 'residents', 'analysts', 'ministers', 'researchers', 'unions', 'investors', 'farmers'],
  pct: ['2.1', '3.4', '4.8', '0.6', '7.2', '12', '1.9', '5.5'],
  n: ['three', 'twelve', 'forty', 'hundreds of', 'dozens of', 'seven'],
}

const line = (weight: number, title: string, desc: string, lang?: string): StoryLine => ({
  weight,
  title,
  desc,
  ...(lang === undefined ? {} : { lang }),
})

export const storyLines: readonly StoryLine[] = [
  line(
    5,
    'Oil tanker attacked off {place}, crew safe',
    'The attack raises fears for shipping; {who} warn of higher energy prices.',
  ),
  line(
    3,
    'Oil prices fall {pct}% as tanker blockade near {place} ends',
    'Relief for refiners after a week of losses, {who} say.',
  ),
  line(3, 'Insurers raise cover for every oil tanker near {place}', 'War risk premiums rise by {pct} percent after the attack.'),
  line(2, 'Fire aboard oil tanker kills {n} near {place}', 'Rescue crews fought the blaze for hours; the cause is unknown.'),
  line(2, 'Salvage team saves stranded tanker, prevents oil spill off {place}', '{who} praised the success of the operation.'),
  line(6, 'Bitcoin rallies {pct}% as funds welcome new money', 'The cryptocurrency gained as {who} bet on further growth.'),
  line(
    5,
    'Bitcoin slips as {who} fear tighter rules in {country}',
    'Losses spread over the crypto market; traders worry about a ban.',
  ),
  line(3, 'Crypto exchange in {place} fails, customers lose savings', 'Bitcoin holders face a crisis of confidence, {who} warn.'),
  line(2, '{country} approves bitcoin fund, investors cheer', 'A win for the industry after years of dispute.'),
  line(6, 'Inflation cools to {pct}% in {country}, easing pressure on households', '{who} hope for lower rates from {bank}.'),
  line(
    4,
    'Inflation in {country} rises to {pct}%, worst in years',
    'Higher food and energy prices hurt families; {bank} is worried.',
  ),
  line(4, '{bank} holds rates, warns of stubborn inflation', 'Policy makers fear that prices rise further, {who} said.'),
  line(3, '{bank} cuts rates by a quarter point', 'Markets cheer as growth and employment improve.'),
  line(4, 'Strong earthquake shakes {place}, {n} injured', 'The earthquake damaged homes and roads; {who} fear more victims.'),
  line(3, 'Earthquake of magnitude {pct} strikes {country}, no damage', 'People left their houses in panic but nobody was hurt.'),
  line(
    2,
    'Rescue teams save {n} people after earthquake in {country}',
    'Help arrives from abroad; hope remains for the missing.',
  ),
  line(4, '{firm} shares gain {pct}% on strong demand for AI chips', 'Profit beats expectations; {who} are delighted.'),
  line(4, '{firm} shares lose {pct}% after weak outlook', 'Disappointing sales hurt the stock, {who} say.'),
  line(2, '{firm} recalls cars over brake failure', 'The problem caused {n} accidents, regulators in {country} say.'),
  line(3, 'AI investment expands electricity demand in {country}', 'Data centres near {place} ask for {pct} percent more power.'),
  line(3, 'Election in {country} ends in peaceful transfer of power', 'Observers praise a fair vote; {who} celebrate.'),
  line(2, 'Protest over election fraud in {place} turns violent', 'Police arrest {n} people; the opposition rejects the result.'),
  line(3, 'Peace talks between {country} and its rebels resume', '{who} hope for an agreement to end the war.'),
  line(3, 'Attack in {country} kills {n} civilians', 'The war enters its third year; the victims are mourned.'),
  line(3, 'Wheat harvest in {country} improves by {pct}%', 'Good weather helps; grain prices ease, {who} say.'),
  line(2, 'Grain blockade near {place} threatens food supply', '{who} warn of hunger as wheat ships wait.'),
  line(3, 'Storm destroys homes along the coast of {place}', 'The hurricane left {n} families without shelter.'),
  line(2, 'Climate deal praised as a breakthrough in {country}', '{who} welcome the agreement on clean energy.'),
  line(2, 'Unemployment in {country} falls to {pct}%', 'A record number of people found work, {who} report.'),
  line(2, 'Hospital in {place} opens new cancer centre', 'Patients benefit from better treatment, {who} say.'),
  line(2, 'Court fines {firm} over privacy violations', 'The penalty is the largest in {country} so far.'),
  line(2, 'Museum in {place} shows lost paintings', 'Visitors love the exhibition; tickets are sold out.'),
  line(2, 'Underdog wins the {country} cup', 'Fans celebrate a happy end to a great season.'),
  line(2, 'La inflación en {country} baja al {pct}%', 'Los precios de los alimentos se moderan.', 'es'),
  line(2, 'Un petrolero arde cerca de {place}', 'La tripulación está a salvo; el precio del petróleo sube.', 'es'),
  line(1, 'Die Inflation in {country} sinkt auf {pct} Prozent', 'Die Zentralbank bleibt vorsichtig.', 'de'),
  line(1, 'Un séisme secoue {place}', 'Aucun dégât n’est signalé par les autorités.', 'fr'),
  line(1, '比特币价格上涨{pct}%', '投资者看好加密货币市场。', 'zh'),
]

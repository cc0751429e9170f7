interface Fault {
  /** Where it is in a version: `zones home methods 1 fees USD`. */
  readonly field: string
  readonly message: string
}

/** The field of a form that became this part of a version. */
const fieldOf = (path: readonly string[]): string => {
  const has = (part: string): boolean => path.includes(part)
  const last = path.at(-1) ?? ''
  if (has('fees')) return `fee_${last}`
  if (has('days_in') || has('services')) return has('days_in') ? 'days_in' : 'services'
  if (has('holidays')) return 'days'
  if (has('made_to_order_days')) return last === 'from' ? 'made_from' : 'made_until'
  if (has('days')) return last === 'from' ? 'days_from' : 'days_until'
  if (path[0] === 'taxes') return has('regions') ? 'region_taxes' : 'tax'
  if (has('regions')) return 'regions'
  return path[0] === 'zones' && last === 'name' ? 'zone_name' : last
}

const sentences: ReadonlyMap<string, string> = new Map([
  ['days_from', 'Please enter whole days from 1 to 90.'],
  ['days_until', 'Please enter whole days from 1 to 90.'],
  ['made_from', 'Please enter whole days from 1 to 90.'],
  ['made_until', 'Please enter whole days from 1 to 90.'],
  ['days', 'Please enter a month, a day and a name a line, such as 10-03 Unity Day.'],
  ['days_in', 'Please enter a country and whole days from 1 to 90 a line, such as GB 6 10.'],
  ['supply_days', 'Please enter whole days from 1 to 3,650, or nothing for no limit.'],
  ['tax', 'Please enter a percentage from 0 to 40.'],
  ['region_taxes', 'Please enter a region and a percentage from 0 to 40 a line, such as ON 13.'],
  ['cut_off_hour', 'Please enter a whole hour from 1 to 23.'],
  ['working_days_to_pack', 'Please enter whole days from 0 to 30.'],
])

const feeSentence = (isTooMuch: boolean): string =>
  isTooMuch ? 'Please enter a smaller amount.' : 'Please enter an amount from 0 on, such as 12.50.'

/** Says what the schema says by itself in words of the form; the shop's own sentences stay. */
const messageOf = (field: string, message: string): string => {
  if (!/^(Invalid|Too small|Too big)/.test(message)) return message
  if (field.startsWith('fee_')) return feeSentence(message.startsWith('Too big'))
  return sentences.get(field) ?? 'Please enter something else here, of at most 80 characters.'
}

/** What is wrong with a filled form of a place: the name of its field, and a sentence. */
export const placeFieldFault = ({ field, message }: Fault): Fault => {
  const name = fieldOf(field.split(' '))
  return { field: name, message: messageOf(name, message) }
}

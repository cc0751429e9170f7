import { isRecord } from '#shared/is-record.ts'

const parsed = (json: string): Readonly<Record<string, unknown>> => {
  const value: unknown = json === '' ? {} : JSON.parse(json)
  return isRecord(value) ? value : {}
}

/** What an entry of the log changed, in words: `role: support → operations`. */
export const changeText = ({
  before,
  after,
}: {
  readonly before: string
  readonly after: string
}): string => {
  const [old, next] = [new Map(Object.entries(parsed(before))), new Map(Object.entries(parsed(after)))]
  return [...new Set([...old.keys(), ...next.keys()])]
    .map((name) => {
      const values = [old.get(name), next.get(name)].filter((value) => value !== undefined && value !== null)
      return `${name}: ${values.map(String).join(' → ')}`
    })
    .join(', ')
}

const phrases: ReadonlyMap<string, string> = new Map([
  ['member.viewed', 'looked at the member'],
  ['member.session-ended', 'signed the member out of a device'],
  // Entries of before, when an agent's password began it.
  ['member.act-authorized', 'acted for the member'],
  ['member.act-started', 'acted for the member'],
  ['member.acted', 'asked for a change in the member’s account'],
  ['note.written', 'wrote a note'],
])

/** An action of the audit log for people, after a name: `wrote a note`; without a phrase of its own `refunded: order`. */
export const actionWords = (action: string): string => {
  const [subject = '', verb = ''] = action.split('.')
  return phrases.get(action) ?? `${verb.replaceAll('-', ' ')}: ${subject.replaceAll('-', ' ')}`
}

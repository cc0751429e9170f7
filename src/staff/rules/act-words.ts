const phrases: ReadonlyMap<string, string> = new Map([
  ['member.viewed', 'looked at the member'],
  ['member.session-ended', 'signed the member out of a device'],
  ['member.act-authorized', 'acted for the member'],
  ['note.written', 'wrote a note'],
])

/** An act of the audit log for people, after a name: `wrote a note`; without a phrase of its own `refunded: order`. */
export const actWords = (act: string): string => {
  const [subject = '', verb = ''] = act.split('.')
  return phrases.get(act) ?? `${verb.replaceAll('-', ' ')}: ${subject.replaceAll('-', ' ')}`
}

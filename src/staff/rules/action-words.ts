const phrases: ReadonlyMap<string, string> = new Map([
  ['member.viewed', 'looked at the member'],
  ['member.session-ended', 'signed the member out of a device'],
  ['member.act-authorized', 'acted for the member'],
  ['note.written', 'wrote a note'],
])

/** An action of the audit log for people, after a name: `wrote a note`; without a phrase of its own `refunded: order`. */
export const actionWords = (action: string): string => {
  const [subject = '', verb = ''] = action.split('.')
  return phrases.get(action) ?? `${verb.replaceAll('-', ' ')}: ${subject.replaceAll('-', ' ')}`
}

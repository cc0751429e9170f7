/** Why an address gets no newsletter. */
export const suppressionReasons = ['hard-bounce', 'soft-bounces', 'complaint'] as const

export type SuppressionReason = (typeof suppressionReasons)[number]

const words: Readonly<Record<SuppressionReason, string>> = {
  'hard-bounce': 'Bounced for good',
  'soft-bounces': 'Bounced several times',
  complaint: 'Complained',
}

export const suppressionWord = (reason: SuppressionReason): string => words[reason]

const sentences: Readonly<Record<SuppressionReason, string>> = {
  'hard-bounce': 'Mails to this address come back. Ask for another one when you speak with the member.',
  'soft-bounces': 'Several mails to this address came back, so it gets no newsletter.',
  complaint: 'The member called a newsletter spam and gets none. Mails about orders are sent.',
}

/** What the page of a member says of it; `detail` is what was reported. */
export const suppressionText = (reason: SuppressionReason, detail: string): string =>
  reason === 'complaint' || detail === '' ? sentences[reason] : `${sentences[reason]} Reported: ${detail}`

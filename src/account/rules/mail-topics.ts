/** Mails that a member may do without. Confirmations, refusals and links always come. */
export const mailTopics = ['order-reminder', 'order-shipped', 'renewal-charged', 'review-request'] as const

export type MailTopic = (typeof mailTopics)[number]

/** Every topic with the member's choice; without a choice it is wanted. */
export const topicPreferences = (
  chosen: ReadonlyMap<string, boolean>,
): readonly { readonly topic: MailTopic; readonly wanted: boolean }[] =>
  mailTopics.map((topic) => ({ topic, wanted: chosen.get(topic) ?? true }))

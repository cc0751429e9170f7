/** Where the form of the footer posts to, and the page that takes it without scripts. */
export const signUpPath = '/newsletter'

/** The call behind it. */
export const subscribePath = '/api/newsletter/subscribe'

/** Fragments that show the answer in the footer of the page that the form stood on; no script is needed. */
export const answerAnchors = { done: 'newsletter-in', confirm: 'newsletter-confirm' } as const

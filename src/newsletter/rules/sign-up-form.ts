/** Where the form of the footer posts to, and the page that takes it without scripts. */
export const signUpPath = '/newsletter'

/** Its endpoint. */
export const subscribePath = '/api/newsletter/subscribe'

/** Fragments that show the result in the footer of the form's page; no script is needed. */
export const answerAnchors = { done: 'newsletter-in', confirm: 'newsletter-confirm' } as const

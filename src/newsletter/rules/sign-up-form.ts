/** Spec §5, word for word. */
export const thanksMessage = 'Email in. Thank you.'

/** Added for visitors. An address that is subscribed already gets the same message, and no mail. */
export const confirmationMessage =
  'Please click the link in our email to confirm, unless you already get our newsletter.'

/** Where the form of the footer posts to, and the page that takes it without scripts. */
export const signUpPath = '/newsletter'

/** Its endpoint. */
export const subscribePath = '/api/newsletter/subscribe'

/** Fragments that show the result in the footer of the form's page; no script is needed. */
export const answerAnchors = { done: 'newsletter-in', confirm: 'newsletter-confirm' } as const

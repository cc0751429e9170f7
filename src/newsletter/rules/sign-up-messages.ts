/** Spec §5, word for word. */
export const thanksMessage = 'Email in. Thank you.'

/** Added for visitors. An address that is subscribed already gets the same message, and no mail. */
export const confirmationMessage =
  'Please confirm it by the link in our mail, unless you already get our newsletter.'

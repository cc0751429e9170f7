/** Spec §5, word for word. */
export const thanksMessage = 'Email in. Thank you.'

/** Added for visitors. An address that is subscribed already gets the same sentence, and no mail. */
export const confirmationMessage =
  'Kindly confirm it by the link in our mail, unless you get our letters already.'

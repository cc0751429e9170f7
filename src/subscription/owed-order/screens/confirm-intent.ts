/** What the form sends that has the refused card confirmed. */
export const confirmIntent = 'confirm'

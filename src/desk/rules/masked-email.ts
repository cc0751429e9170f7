/** `ju…@example.com` of `jules@example.com`, for roles that see no names; of a short name less is shown. */
export const maskedEmail = (email: string): string => {
  const at = email.lastIndexOf('@')
  const shown = Math.min(2, Math.floor(at / 2))
  return `${email.slice(0, Math.max(0, shown))}…${at === -1 ? '' : email.slice(at)}`
}

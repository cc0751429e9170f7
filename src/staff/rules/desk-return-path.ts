/** Where a sign-in leads to: a page of the desk, never another site. */
export const deskReturnPath = (wanted: string | null): string =>
  wanted !== null && /^\/desk(?:[/?][\w\-./?=&%+~:,]*)?$/.test(wanted) ? wanted : '/desk'

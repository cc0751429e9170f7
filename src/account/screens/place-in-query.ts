const uuidForm = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/** Where the shown part of a member's list begins, as the address of the page says it; the start for anything else. */
export const placeInQuery = (request: Request): string | undefined => {
  const after = new URL(request.url).searchParams.get('after')
  return after !== null && uuidForm.test(after) ? after : undefined
}

/** Has the page show itself as it is now; false when it cannot. */
type Refresh = () => boolean

let refresh: Refresh = () => false

/** The script of a page says how the page is brought up to date without losing what was entered. */
export const refreshInPlaceBy = (own: Refresh): void => {
  refresh = own
}

/** Brings the page up to date in place; false when its script has not come, or is busy. */
export const refreshInPlace = (): boolean => refresh()

/** Hides the bar at the bottom of a product page while the button it repeats is in view: one ochre button at a time. */
export const watchBuyBar = (): void => {
  const bar = document.querySelector<HTMLElement>('[data-buy-bar]')
  const buyButton = document.querySelector('[data-buy-place]')
  if (!bar || !buyButton) return
  new IntersectionObserver(([entry]) =>
    bar.toggleAttribute('data-away', entry?.isIntersecting === true),
  ).observe(buyButton)
}

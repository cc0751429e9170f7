const openMenus = (): HTMLDetailsElement[] => [
  ...document.querySelectorAll<HTMLDetailsElement>('details[data-menu][open]'),
]

const close = (menu: HTMLDetailsElement, refocus: boolean): void => {
  menu.open = false
  if (refocus) menu.querySelector('summary')?.focus()
}

/** Header menus open on click by themselves; they close on mouse leave, on Escape and on a click elsewhere (spec §4). */
export const watchMenus = (): void => {
  const header = document.querySelector('[data-header]')
  header?.addEventListener('mouseleave', () => openMenus().forEach((menu) => close(menu, false)))
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape')
      openMenus().forEach((menu) => close(menu, menu.contains(document.activeElement)))
  })
  document.addEventListener('click', (event) => {
    const target = event.target
    if (!(target instanceof Node)) return
    for (const menu of openMenus()) if (!menu.contains(target)) close(menu, false)
  })
}

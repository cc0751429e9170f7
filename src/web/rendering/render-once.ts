/** Has what several ask for at once rendered once: `render` of the first is for all of them with that key. */
export const createRenderOnce = <Page>() => {
  const rendering = new Map<string, Promise<Page>>()
  return (key: string, render: () => Promise<Page>): Promise<Page> => {
    const running = rendering.get(key)
    if (running) return running
    const started = render().finally(() => rendering.delete(key))
    rendering.set(key, started)
    return started
  }
}

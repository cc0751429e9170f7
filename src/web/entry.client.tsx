// No page is rendered again in the browser: pages are HTML, kept current by the scripts that their shell loads. The file is
// here because React Router would build an entry of its own otherwise.
export {}

// In the order in which pages load them: the first names the layers.
import '../../src/web/styles/tokens.css'
import '../../src/web/styles/base.css'

// As the script before the first paint says it.
document.documentElement.dataset['js'] = ''

// The emulator looks for index.js alone. Lambda's runtime finds index.cjs as well.
require.extensions['.cjs'] = require.extensions['.js'];

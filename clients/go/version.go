// Code generated from package.json by npm run emit. DO NOT EDIT.

package platformmock

// Version is that of this client, and of the mock that it is made for.
const Version = "0.1.0"

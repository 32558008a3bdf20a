// Code generated from package.json and release.json by npm run emit. DO NOT EDIT.

package platformmock

// Version is the version of this client, and of the mock that it is made for.
const Version = "0.1.0"

// published is true if the program of that version is at npm under its name.
const published = false

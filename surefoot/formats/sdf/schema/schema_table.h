#pragma once

namespace surefoot::formats {

/// The elements of SDF 1.2 to 1.12, all versions taken together. Each entry begins a line; lines
/// that begin with a blank go on with it:
///
///   TYPE=KIND @ATTRIBUTE:KIND! CHILD CHILD>TYPE CHILD:KIND[LEAST,MOST]!
///
/// An element of the type may have these attributes and children. A child is of the type of its
/// own name, of another, or has only a text. "!" marks what must be there. KIND: s text, b flag, d
/// number, i integer, u integer not negative, 2 and 3 that many numbers, p pose, c colour, - none.
/// "*" after the type: what is in it is not SDF's business.
const char* SdfSchemaText();

}  // namespace surefoot::formats

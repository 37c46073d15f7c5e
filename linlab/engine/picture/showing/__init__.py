"""What a layer of the plane is, and which of the layers are drawn. Imports the shapes, the scene and
the layers of its picture."""

"""A right hand, palm down along -x in rest, posed by its bones. After the hand model of LibHand (see README.md).
One unit = 32 mm as in loamart; the hand is about 5.6 units (180 mm) from the wrist to the tip of the middle finger."""
import lzma
import numpy as np
from mathutils.bvhtree import BVHTree
from cloth import *

SIZE, WRIST = 1.42, 1.58                                # loamart units for one unit of the source; where the wrist is in the source
FINGERS = {'thumb': (3, 4, 5), 'index': (19, 20, 21), 'middle': (15, 16, 17), 'ring': (11, 12, 13), 'little': (7, 8, 9)}

def _read():
    """hand.xz: length of the head, the head (JSON), then differences of quantized points, picture corners and triangles, and weights."""
    b = lzma.open(os.path.join(HERE, 'hand', 'hand.xz')).read(); n = int.from_bytes(b[:4], 'little')
    h = json.loads(b[4:4 + n]); p = 4 + n; out = []
    for kind, cols, rows in (('<i2', 3, 'points'), ('<i2', 2, 'points'), ('<i2', 3, 'faces'), ('u1', 4, 'points'), ('u1', 4, 'points')):
        count = cols * h[rows]; a = np.frombuffer(b, kind, count, p).reshape(cols, -1).T; p += a.nbytes
        out.append(np.cumsum(a, axis=0, dtype=np.int64) if kind == '<i2' else a)
    lo, hi = np.array(h['low']), np.array(h['high'])
    return h, out[0] / 16383 * (hi - lo) + lo, out[1] / 4095, out[2], out[3], out[4] / 31

def _armature(h):
    arm = bpy.data.armatures.new('bones'); o = add(bpy.data.objects.new('bones', arm))
    bpy.context.view_layer.objects.active = o; bpy.ops.object.mode_set(mode='EDIT')
    for i, (row, parent) in enumerate(zip(h['bones'], h['parents'])):
        e = arm.edit_bones.new(str(i)); e.head, e.tail = (0, 0, 0), (0, .4, 0)
        e.matrix = Matrix([row[0:4], row[4:8], row[8:12], (0, 0, 0, 1)])
        if parent >= 0: e.parent = arm.edit_bones[str(parent)]
    bpy.ops.object.mode_set(mode='OBJECT')
    return o

class Hand:
    """bend('index', 10, 30, 20) turns the three joints of a finger by degrees from rest; finish() returns the posed mesh."""
    def __init__(self, skin):
        h, points, corners, faces, wi, ww = _read()
        me = bpy.data.meshes.new('hand'); me.from_pydata(points.tolist(), [], faces.tolist())
        me.uv_layers.new().data.foreach_set('uv', corners[faces.ravel()].astype(np.float32).ravel())
        rest = me.attributes.new('rest', 'FLOAT_VECTOR', 'POINT'); rest.data.foreach_set('vector', points.astype(np.float32).ravel())
        self.mesh = add(bpy.data.objects.new('hand', me)); self.bones = _armature(h)
        groups = [self.mesh.vertex_groups.new(name=str(i)) for i in range(len(h['bones']))]
        for k in range(4):
            for i in np.nonzero(ww[:, k] > 0)[0]: groups[wi[i, k]].add([int(i)], float(ww[i, k]), 'ADD')
        bm = bmesh.new(); bm.from_mesh(me); bmesh.ops.remove_doubles(bm, verts=bm.verts, dist=2e-4); bm.to_mesh(me); bm.free()
        for p in me.polygons: p.use_smooth = True
        me.materials.append(skin)
        a = self.mesh.modifiers.new('bones', 'ARMATURE'); a.object = self.bones; a.use_deform_preserve_volume = True

    def turn(self, bone, bend=0, twist=0, side=0):
        b = self.bones.pose.bones[str(bone)]; b.rotation_mode = 'XYZ'
        b.rotation_euler = (math.radians(bend), math.radians(twist), math.radians(side))

    def bend(self, finger, first, second, third, side=0, twist=0):
        for bone, d in zip(FINGERS[finger], (first, second, third)):
            self.turn(bone, d, twist if bone == FINGERS[finger][0] else 0, side if bone == FINGERS[finger][0] else 0)

    def evaluated(self):
        bpy.context.view_layer.update()
        return self.mesh.evaluated_get(bpy.context.evaluated_depsgraph_get())

    def finish(self, loc=(0, 0, 0), rot=(0, 0, 0)):
        """Fixes the pose: the mesh is then self.posed. Returns an empty of that place, which is the wrist."""
        me = bpy.data.meshes.new_from_object(self.evaluated()); e = empty('wrist', loc, rot)
        me.transform(Matrix.Scale(SIZE, 4) @ Matrix.Translation((-WRIST, 0, 0)))
        self.posed = add(bpy.data.objects.new('posed', me)); self.posed.parent = e
        bpy.data.objects.remove(self.mesh); bpy.data.objects.remove(self.bones)
        return e

def skin(name='skin', tone=(1, 1, 1), palm=(1, 1, 1), gamma=1.0, red=1.0):
    """Skin from a picture of one: scattering, relief of the creases, pores. tone and palm multiply its color on the back and the palm."""
    m = mat(name, '#C99A85', .46, spec=.42); nt = m.node_tree; N, L = nt.nodes.new, nt.links.new; b = nt.nodes['Principled BSDF']
    t = N('ShaderNodeTexImage'); t.image = bpy.data.images.load(os.path.join(HERE, 'hand', 'skin.jpg')); t.interpolation = 'Cubic'
    uv, xyz = N('ShaderNodeTexCoord'), N('ShaderNodeSeparateXYZ'); L(uv.outputs['UV'], xyz.inputs[0]); L(uv.outputs['UV'], t.inputs['Vector'])
    side = N('ShaderNodeMapRange'); side.inputs[1].default_value, side.inputs[2].default_value = .515, .535; L(xyz.outputs[1], side.inputs[0])
    both = N('ShaderNodeMixRGB'); both.inputs[1].default_value, both.inputs[2].default_value = (*tone, 1), (*palm, 1); L(side.outputs[0], both.inputs[0])
    g = N('ShaderNodeGamma'); g.inputs[1].default_value = gamma; L(t.outputs[0], g.inputs[0])
    hue = N('ShaderNodeHueSaturation'); hue.inputs['Saturation'].default_value = red; L(g.outputs[0], hue.inputs['Color'])
    mul = N('ShaderNodeMixRGB'); mul.blend_type = 'MULTIPLY'; mul.inputs[0].default_value = 1; L(hue.outputs[0], mul.inputs[1]); L(both.outputs[0], mul.inputs[2])
    L(mul.outputs[0], b.inputs['Base Color'])
    b.inputs['Subsurface'].default_value = .14; b.inputs['Subsurface Radius'].default_value = (.11, .04, .022); L(mul.outputs[0], b.inputs['Subsurface Color'])
    at = N('ShaderNodeAttribute'); at.attribute_name = 'rest'
    pores = N('ShaderNodeTexVoronoi'); pores.inputs['Scale'].default_value = 60; L(at.outputs['Vector'], pores.inputs['Vector'])
    grain = N('ShaderNodeTexNoise'); grain.inputs['Scale'].default_value = 26; grain.inputs['Detail'].default_value = 6; L(at.outputs['Vector'], grain.inputs['Vector'])
    bw = N('ShaderNodeRGBToBW'); L(t.outputs[0], bw.inputs[0])
    def bump(height, strength, distance, before=None):
        x = N('ShaderNodeBump'); x.inputs['Strength'].default_value, x.inputs['Distance'].default_value = strength, distance; L(height, x.inputs['Height'])
        if before: L(before.outputs[0], x.inputs['Normal'])
        return x
    relief = bump(grain.outputs['Fac'], .35, .03, bump(pores.outputs['Distance'], .22, .012, bump(bw.outputs[0], .55, .16)))
    L(relief.outputs[0], b.inputs['Normal'])
    rough = N('ShaderNodeMapRange'); rough.inputs[3].default_value, rough.inputs[4].default_value = .38, .62; L(grain.outputs['Fac'], rough.inputs[0]); L(rough.outputs[0], b.inputs['Roughness'])
    return m

def open_palm(h):
    """A relaxed open hand."""
    h.bend('index', 15, 10, 4, side=1); h.bend('middle', 13, 13, 8); h.bend('ring', 10, 10, 6)
    h.bend('little', 10, 6, 4, side=-3); h.bend('thumb', 8, 12, 6)

def surface(o):
    """The posed mesh of an object in world coordinates, for rays."""
    bpy.context.view_layer.update(); dg = bpy.context.evaluated_depsgraph_get(); ev = o.evaluated_get(dg)
    m = ev.to_mesh(); p = [ev.matrix_world @ v.co for v in m.vertices]; f = [x.vertices[:] for x in m.polygons]; ev.to_mesh_clear()
    return BVHTree.FromPolygons(p, f), p

def lay(bvh, x, y, half, r, turn, sink=.012):
    """Place and rotation of a capsule or vial (axis z, radius r, half its length) that lies on a surface from above, turned around z."""
    def z(k, s):
        px, py = x + k * half * math.cos(turn) - s * math.sin(turn), y + k * half * math.sin(turn) + s * math.cos(turn)
        hit = bvh.ray_cast(Vector((px, py, 40)), Vector((0, 0, -1)))[0]
        return hit.z if hit else -9
    ks = [i / 10 for i in range(-10, 11)]; side = [(s, r - math.sqrt(r * r - s * s)) for s in (-.7 * r, -.35 * r, 0, .35 * r, .7 * r)]
    top = {k: max(z(k, s) - d for s, d in side) for k in ks}
    best = None
    for i in range(-40, 41):                            # of all slopes the one whose middle lies lowest
        m = i / 80; c = max(top[k] - m * k * half for k in ks)
        if best is None or c < best[1]: best = (m, c)
    return Vector((x, y, best[1] + r * math.sqrt(1 + best[0] ** 2) - sink)), (0, math.pi / 2 - math.atan(best[0]), turn)

def cuff(wrist, m, start=1.92, length=3.2, thick=.06, seed=2, w=1.06, t=.90, lift=-.1):
    """A sleeve around the forearm from `start` (source units) on; w and t are its half width and half thickness in loamart units."""
    rnd = random.Random(seed); nu, nv = 180, 150; v, f = [], []
    folds = [(rnd.uniform(0, 6.283), rnd.uniform(1.2, 2.6), rnd.choice((1, 2, 2, 3)), rnd.uniform(-2.2, 2.2), rnd.uniform(.5, 1)) for _ in range(9)]
    x0 = (start - WRIST) * SIZE
    for j in range(nv + 1):
        d = length * j / nv
        for i in range(nu):
            a = 2 * math.pi * i / nu; grow = .16 * (1 - math.exp(-d / .7))
            n = sum(q * math.sin(k * a + p + s * d + .7 * math.sin(u * d + p)) for p, u, k, s, q in folds) / 9
            n2 = sum(q * abs(math.sin((a * k + s * 1.7 * d) * .5 + u)) for p, u, k, s, q in folds) / 9
            r = 1 + grow + (.05 + .05 * min(1, d / .5)) * n + .07 * min(1, max(0, d - .4) / .8) * (n2 - .4)
            z = math.sin(a) * t * r + lift
            v.append((x0 + d + .03 * math.sin(2 * a + 1) + .02 * math.sin(3 * a), math.cos(a) * w * r, z))
    for j in range(nv):
        for i in range(nu): f.append((j * nu + i, j * nu + (i + 1) % nu, (j + 1) * nu + (i + 1) % nu, (j + 1) * nu + i))
    o = mesh('cuff', v, f, m, auto=80); o.parent = wrist
    s = o.modifiers.new('s', 'SOLIDIFY'); s.thickness = thick; s.offset = -1; s.use_rim = True
    b = o.modifiers.new('b', 'BEVEL'); b.width = .02; b.segments = 3; b.limit_method = 'ANGLE'
    return o

def hold(h, point, direction, r, most=(-14, -46, -28), give=.02, start=(14, 8, 2)):
    """Lays a cylinder (source units) on the open hand and curls each finger until it touches; skin gives way a little. Returns its point."""
    main = np.array([max(v.groups, key=lambda g: g.weight).group if v.groups else 0 for v in h.mesh.data.vertices])
    owner = {b: np.nonzero(main == b)[0] for f in FINGERS.values() for b in f}; d = np.array(direction); point = Vector(point)
    def near(which):
        m = h.evaluated().to_mesh(); co = np.empty(len(m.vertices) * 3, np.float32); m.vertices.foreach_get('co', co)
        q = co.reshape(-1, 3)[which] - np.array(point); q = q - np.outer(q @ d, d)
        return float(np.sqrt((q ** 2).sum(1)).min()) - r
    fingers = [f for f in FINGERS if f != 'thumb']; everything = np.arange(len(main)); angles = {f: list(start) for f in fingers}
    for f in fingers: h.bend(f, *start)
    while near(everything) < -give: point.z -= .01
    for f in fingers:
        for j in range(3):
            lo, hi = start[j], most[j]
            for _ in range(6):
                angles[f][j] = (lo + hi) / 2; h.bend(f, *angles[f])
                if min(near(owner[FINGERS[f][k]]) for k in range(j, 3)) > -give: lo = angles[f][j]
                else: hi = angles[f][j]
            angles[f][j] = lo; h.bend(f, *angles[f])
    return point
